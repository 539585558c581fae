import { type ComponentChild, h } from "preact";
import { toObject, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";

/**
 * A picture uploaded to this workspace is drawn; one that lies at another host is not asked for, since the sandbox
 * asks nobody outside: its description and host stand in its place.
 */
export function renderImage(image: JsonObject, size: "large" | "thumb" | "tiny"): ComponentChild {
  const alt = toText(image["alt_text"]);
  const fileId = toText(toObject(image["slack_file"])["id"]);
  if (fileId !== "") return h("img", { class: `picture ${size}`, src: `/files/${fileId}`, alt });
  const host = hostOf(toText(image["image_url"]));
  const label = `${alt || "Image"} (image at ${host}, not loaded)`;
  if (size === "tiny")
    return h("span", { class: "picture-away tiny", role: "img", "aria-label": label, title: label });
  return h("span", { class: `picture-away ${size}`, role: "img", "aria-label": label, title: label }, [
    h("span", { class: "picture-alt" }, alt || "Image"),
    h("span", { class: "picture-host" }, size === "thumb" ? "not loaded" : `at ${host}, not loaded`),
  ]);
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an unreadable address";
}
