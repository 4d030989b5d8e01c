// Takes one question in so many, where a sample is asked for.
const every = Number(process.env.SPARK_EVERY ?? 1);

export function sampleOf(questions: readonly string[]): readonly string[] {
  return questions.filter((_, index) => index % every === 0);
}
