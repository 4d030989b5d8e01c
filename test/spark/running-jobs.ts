// Asks the cluster which jobs run still that began before a time.
import { inject } from 'vitest';

export async function jobsFromBefore(time: number): Promise<unknown[]> {
  const url = inject('statusUrl');
  const [application] = (await read(`${url}/applications`)) as { readonly id: string }[];
  const running = await read(`${url}/applications/${application?.id}/jobs?status=running`);
  return (running as { readonly submissionTime: string }[]).filter(({ submissionTime }) => {
    return Date.parse(submissionTime.replace('GMT', 'Z')) < time;
  });
}

async function read(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}
