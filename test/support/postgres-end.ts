import { afterAll } from "vitest";
import { closeStoryServer } from "./story-database.ts";

/** Each file of stories has a server of its own, which ends with it. */
afterAll(closeStoryServer);
