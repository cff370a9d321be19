/** Lets many wait for the next time that something happens. Costs next to nothing while nobody waits. */
export class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  wake(): void {
    for (const resolve of this.#waiting) resolve();
  }

  /** Resolves at the next wake-up, after so many milliseconds, or at once when nothing will happen any more. */
  async wait(milliseconds: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#waiting.add(end);
    });
  }

  /** Lets everybody go, so that the service can stop. */
  close(): void {
    this.#isClosed = true;
    this.wake();
  }
}
