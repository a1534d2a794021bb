/**
 * Loads the client library while a run waits for GitHub and git, so that the first question need not. A failure is left
 * to that question, which can say what it means.
 */
export async function preloadClient(): Promise<void> {
  try {
    const { GoogleGenAI } = await import('@google/genai/web')
    void GoogleGenAI
  } catch {
    // The first question imports it again and fails with everything it knows.
  }
}
