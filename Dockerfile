# One image for web, worker, beat and the one-shot preparation; docker-compose.yml says which is which.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    NOON_DATA=/data \
    HOST=0.0.0.0 \
    PORT=8000

RUN useradd --system --uid 10001 --create-home noon && install -d -m 0700 -o noon -g noon /data
WORKDIR /app

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt

COPY . .
RUN python tools/catalogues.py compile && python -m compileall -q .

USER noon
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
