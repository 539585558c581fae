import fc from "fast-check";

/** Every push tries each property with other inputs, few at a time; a proof tries many. */
fc.configureGlobal({ numRuns: Number(process.env["PROPERTY_RUNS"] ?? 30) });
