import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { createRoute, noBody, offsetQuery } from "./route.ts";

export const listPayments = createRoute({
  method: "GET",
  path: "/cash/v1/payment",
  body: noBody,
  query: z.strictObject({ accountId: z.string().optional(), ...offsetQuery }),
  run({ state, query }) {
    if (query.accountId !== undefined && query.accountId !== state.accountId) {
      throw new ApiError(400, "InvalidAccountId", "올바르지 않은 계정 아이디입니다.");
    }
    return { payments: state.payments.slice(query.offset, query.offset + query.limit) };
  },
});
