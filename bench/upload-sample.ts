import { z } from "zod";

/** What one process of uploads came to. */
export const UploadSample = z.object({
  perSecond: z.number(),
  cpuMsPerMb: z.number(),
  peakRssMb: z
    .number()
    .nullable()
    .transform((mb) => mb ?? Number.NaN),
});
export type UploadSample = z.infer<typeof UploadSample>;
