throw new Error('evil')
