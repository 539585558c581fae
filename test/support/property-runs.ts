import fc from "fast-check";

const { PROPERTY_RUNS = "30", MODEL_SEED } = process.env;

/** Other inputs each time, few of them; a proof tries many. With a seed the same ones again, as in every run of `.ci/run` of one commit. */
fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS),
  ...(MODEL_SEED !== undefined && { seed: Number(MODEL_SEED) }),
});
