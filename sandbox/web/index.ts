export { startWeb } from "./server.ts";
