import type { PickedFile } from "./slack/index.ts";

/** A red dot, as a person would pick it. */
export const samplePicture: PickedFile = {
  name: "spring-offer.png",
  mimetype: "image/png",
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12O4y8AAAAKbAN5yTRScAAAAAElFTkSuQmCC",
    "base64",
  ),
};
