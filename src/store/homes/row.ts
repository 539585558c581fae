/** When somebody last opened their Home tab. */
export type HomeRow = { person: string; opened_at: number };
