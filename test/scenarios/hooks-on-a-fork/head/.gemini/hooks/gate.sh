#!/bin/sh
echo "Overr""un by the head."
