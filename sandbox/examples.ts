import type { Outside } from "./sandbox.ts";
import { saveSuite, shown } from "./save-suite.ts";
import type { View } from "./slack/types.ts";
import { reviews } from "./tour-scene.ts";

const sora = "U0SORA";

/** What the examples of docs/using.md name: a suite, and templates that were seen. Sora brings both, as people do. */
export async function addExamples(sandbox: Outside): Promise<void> {
  await saveSuite(sandbox, {
    by: sora,
    name: "release",
    messages: {
      Login: "Your code is 4711",
      Receipt: "Thank you for the order",
      Offer: "Two for one until Friday",
    },
    recipients: ["01000000001", "01000000003", "01087654321"],
  });
  await importTemplates(sandbox);
}

/** All but the one that the first minute brings to sight. */
async function importTemplates(sandbox: Outside): Promise<void> {
  const person = sandbox.slack.as(sora);
  const [first, , ...others] = sandbox.platform.state.templates.values();
  await person.command("/msg-template", "import", { conversation: reviews });
  await shown(sandbox, person, "templates.import");
  await person.fill("records", JSON.stringify([first, ...others]));
  await person.submit();
  // It says first that the records are being read.
  const isAsked = ({ callbackId, submit }: View) =>
    callbackId === "templates.confirm_import" && submit !== null;
  await sandbox.slack.waitFor(() => person.views().some(isAsked), { what: "what they would change" });
  await person.submit();
  await person.closeView({ all: true });
}
