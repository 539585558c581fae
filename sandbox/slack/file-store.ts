import type { PickedFile } from "./actor-types.ts";
import { IDENTITY } from "./identity.ts";
import type { Conversation, JsonObject, SlackFile } from "./types.ts";
import { hasBot, type World } from "./world.ts";

/** Without a conversation it was picked in a form of the app's. */
export function storeFile(
  world: World,
  owner: string,
  { picked, sharedIn = null }: { readonly picked: PickedFile; readonly sharedIn?: Conversation | null },
): SlackFile {
  const file: SlackFile = {
    id: world.nextId("F"),
    name: picked.name,
    mimetype: picked.mimetype,
    filetype: picked.name.split(".").at(-1)?.toLowerCase() ?? "",
    bytes: picked.bytes,
    owner,
    sharedIn: sharedIn?.id ?? null,
    access: sharedIn?.isExternallyShared === true ? "check_file_info" : "visible",
  };
  world.files.set(file.id, file);
  return file;
}

/** The file, when the app may have it: from its own forms, and from conversations it has been added to. */
export function readableFile(world: World, id: string): SlackFile | null {
  const file = world.files.get(id);
  if (file === undefined) return null;
  const place = file.sharedIn === null ? null : world.conversations.get(file.sharedIn);
  return place === null || (place !== undefined && hasBot(place)) ? file : null;
}

/** The file as a payload carries it; with check_file_info only files.info tells more. */
export function toWireFile(world: World, file: SlackFile, options: { whole?: boolean } = {}): JsonObject {
  if (file.access === "check_file_info" && options.whole !== true) {
    return { id: file.id, file_access: "check_file_info", mode: "file_access" };
  }
  const place = file.sharedIn === null ? undefined : world.conversations.get(file.sharedIn);
  const sharedIn = (kind: Conversation["kind"]) => (place?.kind === kind ? [place.id] : []);
  const createdS = Math.floor(world.now().getTime() / 1000);
  const path = `${world.origin}/files-pri/${IDENTITY.teamId}-${file.id}`;
  return {
    id: file.id,
    created: createdS,
    timestamp: createdS,
    name: file.name,
    title: file.name,
    mimetype: file.mimetype,
    filetype: file.filetype,
    pretty_type: file.filetype.toUpperCase(),
    user: file.owner,
    user_team: IDENTITY.teamId,
    editable: false,
    size: file.bytes.length,
    mode: "hosted",
    is_external: false,
    is_public: place?.kind === "public",
    channels: sharedIn("public"),
    groups: sharedIn("private"),
    ims: sharedIn("im"),
    file_access: "visible",
    url_private: `${path}/${encodeURIComponent(file.name)}`,
    url_private_download: `${path}/download/${encodeURIComponent(file.name)}`,
    permalink: `${world.origin}/files/${file.owner}/${file.id}`,
  };
}
