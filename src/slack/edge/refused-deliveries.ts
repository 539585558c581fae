/** Slack delivers again within minutes. */
const remembered = 1000;

export type RefusedDeliveries = ReturnType<typeof createRefusedDeliveries>;

/**
 * What was told as not done before anybody looked at what it asks for: Slack didn't say who it is, or who may. The same
 * delivery, named by its trigger id, is told the same once more, though Slack may have said by then.
 */
export function createRefusedDeliveries() {
  const told = new Map<string, string>();
  return {
    find: (triggerId: string): string | undefined => told.get(triggerId),
    note(triggerId: string, text: string): void {
      const [oldest] = told.keys();
      if (told.size >= remembered && oldest !== undefined) told.delete(oldest);
      told.set(triggerId, text);
    },
  };
}
