import { BoundedMap } from "../../bounded-map.ts";
import { within } from "../../deadline.ts";

export type FirstDeliveryOptions = {
  /** True the first time a key is named, over all instances. */
  remember: (key: string) => Promise<boolean>;
  onFailure: (error: unknown) => void;
};

/** This comes before an acknowledgement: a store that is slower leaves it to what this instance remembers. */
const budgetMs = 500;
/** Slack delivers again within minutes; a day of commands is far less than this. */
const remembered = 10_000;

/** Whether a delivery, named by its trigger id, comes for the first time: Slack may deliver one twice, to any instance. */
export function createFirstDelivery({ remember, onFailure }: FirstDeliveryOptions) {
  const here = new BoundedMap<string, true>(remembered);
  return async (triggerId: string): Promise<boolean> => {
    if (here.has(triggerId)) return false;
    here.set(triggerId, true);
    const asked = remember(`delivery:${triggerId}`).catch((error: unknown) => {
      onFailure(error);
      return true;
    });
    return (await within(budgetMs, asked)) ?? true;
  };
}
