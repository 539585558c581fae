import type { WebClient } from "@slack/web-api";

const membersAtOnce = 999;
/** Most pages of members read; a person beyond them counts as no member. */
const maxMemberPages = 20;

/** Looks in a conversation that the app is in. @throws errors of web-api */
export async function isMember(
  client: Pick<WebClient, "conversations">,
  channel: string,
  person: string,
): Promise<boolean> {
  let cursor = "";
  for (let page = 0; page < maxMemberPages; page += 1) {
    const { members = [], response_metadata } = await client.conversations.members({
      channel,
      limit: membersAtOnce,
      ...(cursor === "" ? {} : { cursor }),
    });
    if (members.includes(person)) return true;
    cursor = response_metadata?.next_cursor ?? "";
    if (cursor === "") return false;
  }
  return false;
}
