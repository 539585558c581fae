import { expect, it } from "vitest";
import { createAlertRenderer, notificationOfAlerts } from "../../../src/outcomes/alert.view.ts";

const renderer = createAlertRenderer((facts) => ({
  title: String(Reflect.get(Object(facts), "what")),
  says: [["Do something."]],
  grey: [["Seen"]],
}));
const post = (facts: object) => ({
  ...{ id: 1, claim: "", subject: "alert:x:1", audience: "on-call", kind: "x", facts },
  ...{ destination: "C1", destinations: ["C1"], message: null, line: null, attempts: 0, mayRepeat: false },
});

it("an alert's post says what is found now, and a thread reply what was found then", async () => {
  const now = post({ what: "in order" });
  expect((await renderer.render(now))?.text).toBe("in order\nDo something.\nSeen");
  expect((await renderer.line?.(now, { what: "expired" }))?.text).toBe("expired");
});

it("an alert's thread reply names what it is about after the title", async () => {
  const named = createAlertRenderer((facts) => ({
    ...{ title: "Refused", about: String(Reflect.get(Object(facts), "what")), says: [], grey: [["Seen"]] },
  }));
  const now = post({ what: "sending, uploading" });
  expect((await named.render(now))?.text).toBe("Refused\nsending, uploading\nSeen");
  expect((await named.line?.(now, { what: "sending" }))?.text).toBe("Refused · sending");
});

it("an alert has a thread reply only if its post exists already", () => {
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
