export { startWeb, type Web, type WebOptions } from "./server.ts";
