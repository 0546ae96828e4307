/** The seed of this run's random tests: KITROOM_TEST_SEED, else the one that `test/run` chose and printed. */
export const runSeed = Number(
  process.env['KITROOM_TEST_SEED'] ?? process.env['KITROOM_TEST_RUN_SEED'] ?? Date.now() % 1_000_000,
)
