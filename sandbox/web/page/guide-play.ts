import { GUIDE_STEPS, type GuideStep } from "./guide-steps.ts";
import {
  type GuideProgress,
  getState,
  messagesIn,
  type PageState,
  setState,
  shownConversation,
} from "./state.ts";

/** On a narrow screen the guide makes room for what it does. */
const WIDE = "(min-width: 801px)";

export function isPlaying({ guide }: PageState): boolean {
  return Object.values(guide).some(({ status }) => status === "running");
}

/** Among those that are left, the one behind the last that was played; null when all are done. */
export function nextStep({ guide, guideAt }: PageState): GuideStep | null {
  const at = GUIDE_STEPS.findIndex(({ id }) => id === guideAt) + 1;
  const inOrder = [...GUIDE_STEPS.slice(at), ...GUIDE_STEPS.slice(0, at)];
  return inOrder.find(({ id }) => guide[id]?.status !== "done") ?? null;
}

/** Whether the steps stand before the person: in the drawer, or in a conversation with nothing in it. */
export function isGuideShown(state: PageState): boolean {
  const { drawer, place, snapshot, isGuideAway } = state;
  if (drawer === "guide") return true;
  const conversation = shownConversation(state);
  const isHome = place?.kind === "app" && place.tab === "home";
  if (isGuideAway || isHome || conversation === null || snapshot === null) return false;
  return messagesIn(snapshot, conversation).length === 0;
}

export async function play({ id, run }: GuideStep): Promise<void> {
  if (isPlaying(getState())) return;
  const note = (progress: GuideProgress): void =>
    setState({ guide: { ...getState().guide, [id]: progress } });
  setState({ drawer: matchMedia(WIDE).matches ? "guide" : null, traced: null, guideAt: id });
  note({ status: "running", post: null, trouble: "" });
  try {
    note({ status: "done", post: await run(), trouble: "" });
  } catch (error) {
    note({ status: "failed", post: null, trouble: error instanceof Error ? error.message : String(error) });
  }
  requestAnimationFrame(() => requestAnimationFrame(leadOn));
}

/** The page was drawn anew as somebody else meanwhile: the next step has the focus, unless the person took it elsewhere. */
function leadOn(): void {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
  const isFree = activeElement === document.body || activeElement?.matches(".composer-input, [data-guide]");
  const next = nextStep(getState());
  if (next === null || isTyping || isFree !== true) return;
  document.querySelector<HTMLElement>(`[data-guide="${next.id}"]`)?.focus();
}
