/** Closes what was opened, whatever comes. A service may be running on the same data folder: both write to it safely. */
export async function withOpen<Opened extends { close(): Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
