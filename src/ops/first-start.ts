import { readFile } from "node:fs/promises";

type Env = Readonly<Record<string, string | undefined>>;

/** Variables of which any one shows that the configuration was begun. */
const begun = [
  ...["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
  ...["PLATFORM_BASE_URL", "PLATFORM_API_KEY", "PLATFORM_API_SECRET"],
];

/** Formats the first steps for an operator who has set nothing yet; null if something is set. */
export async function formatFirstStart(env: Env, manifest: URL): Promise<string | null> {
  if (begun.some((name) => (env[name] ?? "").trim() !== "")) return null;
  return `Nothing is configured yet. Three things to do:

1. Create the Slack app with this link, and install it to your workspace:

   ${await toAppCreationLink(await readFile(manifest, "utf8"))}

2. Put into a file called .env, here (.env.example explains each, and all that can be set besides):

   SLACK_BOT_TOKEN=      xoxb-…, under OAuth & Permissions
   SLACK_APP_TOKEN=      xapp-…, under Basic Information, App-Level Tokens: a new one with connections:write
   PLATFORM_BASE_URL=    the address of the messaging platform's API
   PLATFORM_API_KEY=     a key's two halves, from the platform's console
   PLATFORM_API_SECRET=

3. Run doctor, which says what is still missing, then start: in a checkout npm run doctor and npm start, with the
   package messaging-chatops doctor and messaging-chatops start.

To look at it first, with a Slack workspace and a platform that run on this machine: npm run sandbox, or
messaging-chatops sandbox.`;
}

/** Makes a link at which Slack creates an app from the manifest; shorter without comments and wide indents. */
export async function toAppCreationLink(manifest: string): Promise<string> {
  const { parse, stringify } = await import("yaml");
  const text = stringify(parse(manifest), { indent: 1, lineWidth: 0 });
  return `https://api.slack.com/apps?new_app=1&manifest_yaml=${encodeURIComponent(text)}`;
}
