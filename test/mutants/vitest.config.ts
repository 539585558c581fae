import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import project from "../../vitest.config.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { env, isolate, restoreMocks, testTimeout, hookTimeout, expect } = project.test ?? {};
const order = process.env["MUTANTS_ORDER"]?.split(",") ?? [];

/** Runs files in the order that they were asked for: nearest to the mutant first. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const audience = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId));
    return order.length === 0 ? super.sort(files) : files.toSorted((a, b) => audience(a) - audience(b));
  }
}

export default defineConfig({
  test: {
    env: { ...env },
    isolate: isolate ?? false,
    restoreMocks: restoreMocks ?? true,
    testTimeout: testTimeout ?? 60_000,
    hookTimeout: hookTimeout ?? 60_000,
    expect: { ...expect },
    root,
    include: ["test/{unit,app,contract,golden,simulation,postgres,process}/**/*.test.ts"],
    setupFiles: ["test/mutants/setup.ts"],
    sequence: { sequencer: InGivenOrder },
  },
});
