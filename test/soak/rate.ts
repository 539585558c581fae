/** In each conversation: the instances keep to what Slack takes. */
export const postsPerSecond = 5;
