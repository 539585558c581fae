import type { ConstructorOptions } from "pg-boss";

/** pg-boss 12.38 names this type and leaves it out of what it publishes. */
declare module "../../node_modules/pg-boss/dist/types.js" {
  interface ResolvedConstructorOptions extends ConstructorOptions {}
}
