import type { Outside } from "../../sandbox/sandbox.ts";

/** What asked the platform to send; lists that are read beside it don't count. */
export function sends({ requests }: Outside["platform"]): Outside["platform"]["requests"] {
  return requests.filter(({ path }) => path === "/messages/v4/send");
}
