/** A strict local Slack workspace: Web API, Socket Mode and signed HTTP delivery. */
export type * from "./types.ts";
export { startSlack } from "./workspace.ts";
