import { expect, it } from "vitest";
import { createAlertRenderer, notificationOfAlerts } from "../../../src/outcomes/alert.view.ts";
import { queued } from "./notifications.ts";

it.each([
  [undefined, "Now", "Then"],
  ["Sending", "Now\nSending", "Then · Sending"],
])(
  "an alert's post shows the present state, and a thread reply the state at its time, with the detail %s",
  async (about, now, then) => {
    const { render, line } = createAlertRenderer((facts) => ({
      ...{ title: String(facts), says: [["Do something."]], grey: [["Seen"]] },
      ...(about === undefined ? {} : { about }),
    }));
    const post = queued({ subject: "alert:x:1", audience: "on-call", kind: "x", destinations: ["C1"] });
    expect((await render({ ...post, facts: "Now" }))?.text).toBe(`${now}\nDo something.\nSeen`);
    expect((await line?.(post, "Then"))?.text).toBe(then);
  },
);

it("an alert gets a thread reply only if its post exists already", () => {
  const found = { kind: "x", facts: { what: "expired" } };
  const { posts, lines } = notificationOfAlerts(
    [
      { ...found, subject: "alert:x:1", isNew: true, isKept: true },
      { ...found, subject: "alert:x:2", isNew: false, isKept: false },
    ],
    ["C1"],
  );
  expect(posts).toEqual([
    { ...found, subject: "alert:x:1", audience: "on-call", destinations: ["C1"], isKept: true },
    { ...found, subject: "alert:x:2", audience: "on-call", destinations: ["C1"], isKept: false },
  ]);
  expect(lines).toEqual([{ subject: "alert:x:2", event: found.facts }]);
});
