import type { PickedUpload } from "../act.ts";

/** A picture that nobody has uploaded before: it shows the moment it was drawn. */
export function drawPicture(): PickedUpload {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [480, 320];
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser draws no pictures.");
  const sky = pen.createLinearGradient(0, 0, 0, canvas.height);
  sky.addColorStop(0, "#2f6fb5");
  sky.addColorStop(1, "#f2b65a");
  pen.fillStyle = sky;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#ffffff";
  pen.font = "24px sans-serif";
  pen.fillText(new Date().toISOString(), 24, canvas.height - 24);
  const [, base64 = ""] = canvas.toDataURL("image/png").split(",");
  return { name: "sunset.png", mimetype: "image/png", base64 };
}
