export type DraftRow = { id: string; author: string; kind: string; body: string; expires_at: number };
