const { STATE_pending, STATE_finished, STATE_untold } = process.env

if (STATE_pending && (STATE_finished !== 'true' || STATE_untold === 'true')) {
  const { post } = await import('./lib/index.js')
  await post()
}
