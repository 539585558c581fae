/** A strict local Slack workspace: Web API, Socket Mode and signed HTTP delivery. */
export type { Actor } from "./actor.ts";
export type * from "./actor-types.ts";
export type * from "./types.ts";
export { type SlackWorkspace, startSlack } from "./workspace.ts";
