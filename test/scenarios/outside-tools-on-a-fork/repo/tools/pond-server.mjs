// Nothing of the checkout may run here: whoever starts it is found out by its word.
console.error('EVIL')
