// Passwords, device secrets and mailed codes are guessed at; their owners come in all the same.
import { makeTenant } from '../../apps/server/src/testing/factories.ts';
import { asker, newAddresses } from '../product/ask.ts';
import { openOutbox } from '../product/outbox.ts';
import { startTriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { guessCode } from './codes.ts';
import { guessDeviceSecret, guessFromOneAddress, guessOldPassword, guessPassword } from './passwords.ts';
import { type Attack, Findings } from './attack.ts';

const connections = 40;

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, log, signal } = trial;
  const product = await startTriedProduct(trial);
  const send = sender(product.url, connections);
  const findings = new Findings();
  const newAddress = newAddresses();
  const outbox = openOutbox(product.dataDir);
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    // Counters are a tenant's own: what one account suffered is nothing to the next.
    const tenant = await makeTenant(product.owner);
    const { owner } = product;
    const attack: Attack = { owner, tenant, ask: asker(send, tenant), newAddress, outbox, findings };
    await guessPassword(attack);
    await guessFromOneAddress(attack);
    await guessDeviceSecret(attack);
    await guessOldPassword(attack);
    await guessCode(attack);
    if ((at + 1) % 10 === 0) log(`${at + 1} accounts`);
  }
  return findings.outcome();
}

export const guessing: Trial = {
  about: 'passwords, device secrets and mailed codes of many accounts are guessed at from many addresses',
  counted: 'accounts of each kind',
  defaultCount: 100,
  run,
};
