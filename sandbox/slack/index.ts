/** A strict local Slack workspace: Web API, Socket Mode and signed HTTP delivery. */
export type * from "./actor-types.ts";
export type * from "./types.ts";
export { startSlack } from "./workspace.ts";
