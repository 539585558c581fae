/** What one part tells and others hear, without knowing each other. Listeners must not throw. */
export type Signal<T> = { tell: (news: T) => void; listen: (listener: (news: T) => void) => void };

export function createSignal<T>(): Signal<T> {
  const listeners: ((news: T) => void)[] = [];
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
