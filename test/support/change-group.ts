import type { Chatops } from "./chatops.ts";

/** Makes these people the members of a Slack group, and waits until the app has read it. */
export async function changeGroup(
  { slack, app }: Pick<Chatops, "slack" | "app">,
  id: string,
  members: readonly string[],
): Promise<void> {
  const readings = () =>
    slack.traffic.filter(({ name, status }) => name.includes("usergroups.users.list") && status === 200);
  const before = readings().length;
  await slack.setUserGroupMembers(id, members);
  await slack.waitFor(() => readings().length > before, { what: `a reading of ${id}` });
  // What Slack answered was on the app's connection before this request.
  await fetch(`http://127.0.0.1:${app.port}/healthz`);
}
