// Shares what is limited among clients, so that there is always some left for the next one.

/** How much of `total` one client may take while others hold `ofOthers`: half of what they leave. */
export function fairShare(total: number, ofOthers: number): number {
  return Math.ceil((total - ofOthers) / 2);
}
