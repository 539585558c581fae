import { z } from "zod";
import { type Caller, type CallOptions, parseInput } from "./call.ts";
import { listReplyOf } from "./reply.ts";
import { optionalId, optionalLine, optionalNumber } from "./reply-fields.ts";

const PaymentQuery = z.strictObject({
  accountId: z.string().min(1).optional(),
  offset: z.int().nonnegative().optional(),
  limit: z.int().positive().optional(),
});
export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentMethod = z.looseObject({
  autoRecharge: optionalNumber,
  /** YYYY/MM. */
  expDate: optionalLine,
  _id: optionalId,
  description: optionalLine,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentList = z.looseObject({ payments: z.array(PaymentMethod) });
export type PaymentList = z.infer<typeof PaymentList>;

export const listPaymentsCall = {
  operation: "listPayments",
  method: "GET",
  path: "/cash/v1/payment",
} as const;

export function listPayments(caller: Caller, query: PaymentQuery = {}, call?: CallOptions<PaymentList>) {
  return caller(
    {
      ...listPaymentsCall,
      query: parseInput(listPaymentsCall, PaymentQuery, query),
      read: listReplyOf(PaymentList, { name: "payments", told: ["_id", "autoRecharge"] }),
    },
    call,
  );
}
