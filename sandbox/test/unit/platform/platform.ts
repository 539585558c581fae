import { afterEach, beforeEach } from "vitest";
import { type PlatformOptions, type SandboxPlatform, startPlatform } from "../../../platform/index.ts";

/** Starts a platform before each test of the file and stops it afterwards. */
export function usePlatform(options: PlatformOptions = {}): () => SandboxPlatform {
  let platform: SandboxPlatform | null = null;
  beforeEach(async () => {
    platform = await startPlatform(options);
  });
  afterEach(async () => {
    await platform?.close();
    platform = null;
  });
  return () => {
    if (platform === null) throw new Error("no platform outside a test");
    return platform;
  };
}
