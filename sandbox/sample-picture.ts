import type { PickedFile } from "./slack/index.ts";

/** A red dot, as a person would pick it. */
export const samplePicture: PickedFile = {
  name: "spring-offer.png",
  mimetype: "image/png",
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/q842iQAAAABJRU5ErkJggg==",
    "base64",
  ),
};
