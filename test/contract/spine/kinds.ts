import { z } from "zod";
import { acceptedEnd, type Kind, NotReadyError, operationKind } from "../../../src/operations/index.ts";
import {
  actSubject,
  listingSubject,
  type NewPost,
  type Operation,
  type Store,
  type Telling,
} from "../../../src/store/index.ts";
import { type KindName, kindNames } from "./model.ts";
import type { Calling, Platform } from "./platform.ts";
import type { OperationScript } from "./script.ts";

/** What is stored as asked for: by which submission, and what came of an upload before it. */
export const Content = z.object({ telling: z.string(), id: z.string(), image: z.string().optional() });
export type Content = z.infer<typeof Content>;

export type KindsDeps = Pick<Calling, "owner" | "isDead" | "nowMs"> & {
  platform: Platform;
  receipts: Pick<Store["receipts"], "ask">;
  scriptOf: (content: Content) => OperationScript;
  pass: (id: string, what: string) => Promise<void>;
};

/** Who is asked whether a message arrived. */
export const holder = "U-holder";

/** Whose posts all are. */
export const drawnBy = "spine";

/** Every kind tells of each end in a line, of what is listed to on-call, and of what is asked to its holder. */
export function createKinds(deps: KindsDeps): Kind[] {
  return kindNames.map((name) => createKind(name, deps));
}

function createKind(name: KindName, deps: KindsDeps): Kind {
  const { platform, scriptOf, pass, owner, isDead, nowMs, receipts } = deps;
  return operationKind<Content, string>({
    name,
    read: (stored) => Content.safeParse(stored).data ?? null,
    async ready(content) {
      const { id } = content;
      const script = scriptOf(content);
      const notReady = () => Promise.reject(new NotReadyError("NoFile"));
      if (script.ready === "held") await pass(id, "getting ready").catch(notReady);
      if (script.ready === "fails") await notReady();
      return (options) =>
        platform.call({ ...options, id, script, owner, isDead, nowMs, pass: (what) => pass(id, what) });
    },
    toEnd: (reply) => acceptedEnd("2000", { reply }, reply),
    tells: (operation, transition) => {
      const { listing, outcome } = operation;
      const { posts = [], lines } = says(operation, { transition, outcome });
      const listed = listing === null ? [] : [aPost(listingSubject(listing), "on-call", "C-ONCALL")];
      return { posts: [...posts, ...listed], ...(lines && { lines }) };
    },
    describe: () => null,
    ...(name === "decide" && { resumes: true }),
    ...(name === "send" && {
      follow: (content: Content, before) =>
        before === null ? null : { ...content, image: JSON.stringify(before) },
      also: async (trx, operation) => {
        const asked = await receipts.ask(trx, operation, () => holder);
        return { posts: asked.map(({ subject }) => aPost(subject, "holder", holder)) };
      },
    }),
    ...(name === "upload" && {
      atOnce: 2,
      tellsWaiting: (operation) => ({
        posts: [aPost(actSubject(operation.act), "result", operation.author)],
      }),
    }),
  });
}

/** Its act's post, and a line under that. */
export function says({ id, act, author }: Pick<Operation, "id" | "act" | "author">, event: object): Telling {
  const subject = actSubject(act);
  return {
    posts: [aPost(subject, "result", author)],
    lines: [{ subject, place: "result", event: { operation: id, ...event } }],
  };
}

function aPost(subject: string, place: string, destination: string): NewPost {
  return { subject, place, kind: drawnBy, destinations: [destination] };
}
