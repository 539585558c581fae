import { StatementSync } from "node:sqlite";
import { vi } from "vitest";

/** `undone`: the disk takes no commit, which is undone. `unanswered`: it takes them, and nobody hears of that. */
export type Commits = { are: "kept" | "undone" | "unanswered" };

/** What becomes of the commits of this process's SQLite stores from now on; kept until a test says otherwise. */
export function watchCommits(): Commits {
  const commits: Commits = { are: "kept" };
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...parameters: unknown[]
    ) {
      const isCommit = this.sourceSQL === "commit";
      if (isCommit && commits.are === "undone") throw new Error("disk I/O error");
      const result = Reflect.apply(original, this, parameters);
      if (isCommit && commits.are === "unanswered") throw new Error("disk I/O error");
      return result;
    });
  }
  return commits;
}
