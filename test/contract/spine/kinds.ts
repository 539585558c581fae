import { z } from "zod";
import { acceptedEnd, type Kind, NotReadyError, operationKind } from "../../../src/operations/index.ts";
import type { NewPost, Operation, Store } from "../../../src/store/index.ts";
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

/** Every kind tells of each end, and of nothing else that has an `outcome`. */
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
    posts: (operation, { transition }) => [aPost(operation, { transition, outcome: operation.outcome })],
    describe: () => null,
    ...(name === "decide" && { resumes: true }),
    ...(name === "send" && {
      follow: (content: Content, before) =>
        before === null ? null : { ...content, image: JSON.stringify(before) },
      also: (trx, operation) =>
        receipts.ask(trx, operation, { holder, post: () => aPost(operation, { asks: true }) }),
    }),
    ...(name === "upload" && {
      atOnce: 2,
      turn: (operation, turn) => [aPost(operation, { turn })],
      started: (batches) =>
        batches.flatMap(({ operations: [first] }) => (first ? [aPost(first, { starts: true })] : [])),
    }),
  });
}

export function aPost({ id, author }: Pick<Operation, "id" | "author">, body: object): NewPost {
  return { kind: "post", key: null, destinations: [author], body: { operation: id, ...body }, author };
}
