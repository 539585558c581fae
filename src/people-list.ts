/** Who may do one thing: everybody who is a full member, or named people (U…, W…) and groups (S…). */
export type PeopleList = { everyone: boolean; users: readonly string[]; groups: readonly string[] };
