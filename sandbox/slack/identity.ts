/** Ids and secrets of the local workspace: fixed, worthless outside it, and of the shape Slack gives. */
export const IDENTITY = {
  teamId: "T0SANDBOX",
  teamName: "Sandbox",
  teamDomain: "sandbox",
  otherTeamId: "T0PARTNER",
  appId: "A0SANDBOX",
  botUserId: "U0BOT",
  botId: "B0BOT",
  botName: "messaging",
  /** Slack's own voice. */
  slackbotId: "USLACKBOT",
  botToken: "xoxb-0-sandbox-bot",
  appToken: "xapp-1-A0SANDBOX-0-sandbox-app",
  signingSecret: "5a6e64626f78736c61636b7369676e69",
  verificationToken: "sandbox-verification",
} as const;
