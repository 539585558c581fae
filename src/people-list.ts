/** People who may do one thing: every full member, or named people (U…, W…) and groups (S…). */
export type PeopleList = { everyone: boolean; users: readonly string[]; groups: readonly string[] };
