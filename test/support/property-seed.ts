import fc from 'fast-check'

/**
 * Property tests draw the same values in each run, so that `npm test` fails for what changed and not by chance. `npm run explore` is
 * what looks for new cases: it sets another seed each time.
 */
fc.configureGlobal({ seed: Number(process.env['DOCWRIGHT_TEST_SEED'] ?? 1) })
