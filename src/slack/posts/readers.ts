import type { WebClient } from "@slack/web-api";
import { BoundedMap } from "../../bounded-map.ts";
import { type Clocks, type Moment, passedMs, readClocks } from "../../clocks.ts";

export type ReadersOptions = {
  client: Pick<WebClient, "conversations">;
  /** Whether the configuration names a conversation for posts of this place: posted to whoever reads it. */
  isNamed: (conversation: string, place: string) => boolean;
  clocks: Clocks;
};

/**
 * A post and where it goes. The last of `destinations` is the person whose post it is, unless all of them are named in the
 * configuration.
 */
export type Placed = { place: string; destinations: readonly string[] };

/** Slack's largest page. */
const membersAtOnce = 999;
/** Whoever isn't among the first twenty thousand is taken for no member. */
const mostMemberPages = 20;

type Openness = { isShared: boolean; isPrivate: boolean; isArchived: boolean };

/** Slack answers 50 of these questions a minute; an invitation, which counts as shared, usually lies open for longer. */
const openBelievedForMs = 60_000;

/** Who reads a conversation, as Slack says it before a post. */
export function createReaders({ client, isNamed, clocks }: ReadersOptions) {
  const looks = new BoundedMap<string, Openness & { readAt: Moment }>(10_000);
  const memberships = new BoundedMap<string, { isMember: boolean; readAt: Moment }>(10_000);

  const isFresh = ({ readAt }: { readAt: Moment }) =>
    passedMs(readAt, readClocks(clocks)) < openBelievedForMs;

  async function lookAt(conversation: string): Promise<Openness> {
    const known = looks.get(conversation);
    if (known !== undefined && isFresh(known)) return known;
    // Before the call: its answer may have been on its way while this process was held up.
    const readAt = readClocks(clocks);
    const { channel } = await client.conversations.info({ channel: conversation });
    const seen = {
      isShared: channel?.is_ext_shared === true || channel?.is_pending_ext_shared === true,
      isPrivate: channel?.is_private !== false,
      isArchived: channel?.is_archived === true,
    };
    looks.set(conversation, { ...seen, readAt });
    return seen;
  }

  async function isMember(channel: string, person: string): Promise<boolean> {
    const key = `${channel} ${person}`;
    const known = memberships.get(key);
    if (known !== undefined && isFresh(known)) return known.isMember;
    const readAt = readClocks(clocks);
    const found = await findMember(channel, person);
    memberships.set(key, { isMember: found, readAt });
    return found;
  }

  async function findMember(channel: string, person: string): Promise<boolean> {
    let cursor = "";
    for (let page = 0; page < mostMemberPages; page += 1) {
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

  /**
   * Why a post may not stand in a conversation: a result must not leave the organisation because somebody shared that, nor
   * reach a private one in which its author isn't, since a form may name any.
   */
  async function findBar(
    conversation: string,
    { place, destinations }: Placed,
  ): Promise<"externally_shared" | "not_member" | null> {
    if (!/^[CG]/.test(conversation) || isNamed(conversation, place)) return null;
    const { isShared, isPrivate } = await lookAt(conversation);
    // Before all else: nobody learns anything of a private conversation that they aren't in.
    if (isPrivate && !(await isMember(conversation, destinations.at(-1) ?? ""))) return "not_member";
    return isShared ? "externally_shared" : null;
  }

  /** Whether what `findBar` found is still believed: rendering and marking lie between that and the request. */
  function isBelieved(conversation: string, { place, destinations }: Placed): boolean {
    if (!/^[CG]/.test(conversation) || isNamed(conversation, place)) return true;
    const known = looks.get(conversation);
    if (known === undefined || !isFresh(known)) return false;
    const membership = memberships.get(`${conversation} ${destinations.at(-1) ?? ""}`);
    return !known.isPrivate || (membership !== undefined && isFresh(membership));
  }

  return {
    lookAt,
    findBar,
    isBelieved,
    /** It may not be what it was when it was looked at. */
    forget: (conversation: string) => looks.delete(conversation),
  };
}
