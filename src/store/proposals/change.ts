import { z } from "zod";

const text = z.string().optional();

const ProposedButton = z.object({
  buttonType: z.string(),
  buttonName: z.string(),
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});

/** The body of the update, its fields in one order: what is left out stays as it is. */
export const ProposedChange = z.object({
  name: text,
  content: text,
  buttons: z.array(ProposedButton).optional(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;
